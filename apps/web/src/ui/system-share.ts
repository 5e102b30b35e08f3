/** Whether the device is a phone or tablet with a native share sheet. */
export const hasSystemShare = (): boolean =>
  typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches

/**
 * Opens the system's share sheet; resolves to false if it couldn't be opened. Closing it without sharing counts as
 * success.
 */
export const systemShare = (data: { title: string; text?: string; url: string }): Promise<boolean> =>
  navigator.share(data).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  )
