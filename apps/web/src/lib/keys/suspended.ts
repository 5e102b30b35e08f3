/** Query keys of the data that suspended people can still read. */
export const suspendedKeys = {
  own: (kind: string) => ['suspended', 'own', kind] as const,
}
