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

/**
 * As {@link kept}, of this tab alone: for words without an owner, which the next person at a shared computer is not to
 * read.
 */
export const keptInTab = (name: string): unknown => {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** As {@link keep}, see {@link keptInTab}. */
export const keepInTab = (name: string, value: unknown): void => {
  try {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  } catch {}
}
