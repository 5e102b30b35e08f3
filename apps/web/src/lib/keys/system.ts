/** Query keys of the server's health, for admins. */
export const systemKeys = { health: ['system', 'health'] as const }
