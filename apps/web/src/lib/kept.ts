/** What was kept on this device under a name; null when there is nothing that can be read. */
export const kept = (name: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a value on this device until `null` is kept in its place. Without storage it lasts as long as the page. */
export const keep = (name: string, value: unknown): void => {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
  } catch {}
}
