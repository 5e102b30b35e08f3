/** Reads a value stored on this device; null if it's missing or unreadable. */
export function readStored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value on this device; `null` removes it. Does nothing if storage is unavailable. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
  } catch {}
}

/**
 * Like {@link readStored}, but for this tab only. Use it for text typed by visitors, which the next person on a shared
 * computer must not see.
 */
export function readStoredInTab(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Like {@link writeStored}, but for this tab only. */
export function writeStoredInTab(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  } catch {}
}
