/** Brings the areas of this device up to date that were not for a while. */
export const refreshAreas = async (): Promise<void> => {
  const { refreshAll } = await import('./areas-store.ts')
  await refreshAll()
}
