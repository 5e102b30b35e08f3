type Connection = { saveData?: boolean; type?: string }

/**
 * Whether the network is metered, because of mobile data or a data saver. Returns false if the browser doesn't know.
 */
export function isMetered(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return Boolean(connection?.saveData) || connection?.type === 'cellular'
}
