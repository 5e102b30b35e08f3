/** Whether the device is a phone or tablet that has a share sheet of its own. */
export const hasSystemShare = (): boolean =>
  typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches

/** Opens the share sheet of the system; false when it could not open. Closing it without sharing counts as success. */
export const systemShare = (data: { title: string; text?: string; url: string }): Promise<boolean> =>
  navigator.share(data).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  )
