type Connection = { saveData?: boolean; type?: string }

/** Whether the network is metered: mobile data, or a data-saving mode. False if the browser does not say. */
export const isMetered = (): boolean => {
  const { connection } = navigator as { connection?: Connection }
  return Boolean(connection?.saveData) || connection?.type === 'cellular'
}
