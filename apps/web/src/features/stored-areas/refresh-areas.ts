/** Updates the areas on this device that are out of date. */
export const refreshAreas = async (): Promise<void> => {
  const { refreshAll } = await import('./areas-store.ts')
  await refreshAll()
}
