/** Query keys for the data that suspended people can still access. */
export const suspendedKeys = {
  own: (kind: string) => ['suspended', 'own', kind] as const,
}
