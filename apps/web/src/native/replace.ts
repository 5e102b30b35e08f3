/** Returns the browser's original value for a name. */
export const getOriginal = (owner: object, name: string): unknown =>
  Object.getOwnPropertyDescriptor(owner, name)?.value

/** Replaces the browser API with this name, even if it's read-only. */
export const replace = (owner: object, name: string, value: unknown): void => {
  Object.defineProperty(owner, name, { configurable: true, writable: true, value })
}
