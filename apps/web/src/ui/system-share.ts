/** Whether the device is a phone or tablet with a native share sheet. */
export function hasSystemShare(): boolean {
  return typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches
}

/**
 * Opens the system's share sheet; resolves to false if it couldn't be opened. Closing it without sharing counts as
 * success.
 */
export function systemShare(data: { title: string; text?: string; url: string }): Promise<boolean> {
  return navigator.share(data).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  )
}
