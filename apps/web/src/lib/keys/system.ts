/** The state of the server, for admins. */
export const systemKeys = { health: ['system', 'health'] as const }
