/** The data that a suspended person can still read. */
export const suspendedKeys = {
  own: (kind: string) => ['suspended', 'own', kind] as const,
}
