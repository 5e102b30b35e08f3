/** Returns the browser's original value for a name. */
export function getOriginal(owner: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(owner, name)?.value
}

/** Replaces the browser API with this name, even if it's read-only. */
export function replace(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { configurable: true, writable: true, value })
}
