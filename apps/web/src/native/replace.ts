/** What an object of the browser has under a name, to be called for what is not replaced. */
export const getOriginal = (owner: object, name: string): unknown =>
  Object.getOwnPropertyDescriptor(owner, name)?.value

/** Replaces what a browser offers under a name, also where it is read-only. */
export const replace = (owner: object, name: string, value: unknown): void => {
  Object.defineProperty(owner, name, { configurable: true, writable: true, value })
}
