type Connection = { saveData?: boolean; type?: string }

/** Whether the network costs: mobile data, or the person asks to save data. False where the browser does not say. */
export const isMetered = (): boolean => {
  const { connection } = navigator as { connection?: Connection }
  return Boolean(connection?.saveData) || connection?.type === 'cellular'
}
