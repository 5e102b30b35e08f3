/** Updates the areas on this device that are out of date. */
export async function refreshAreas(): Promise<void> {
  const { refreshAll } = await import('./areas-store.ts')
  await refreshAll()
}
