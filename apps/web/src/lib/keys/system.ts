/** Query keys for server health, visible to admins. */
export const systemKeys = { health: ['system', 'health'] as const }
