/** The device has no space left, or doesn't store anything (a private window). */
export class DeviceFull extends Error {
  override name = 'DeviceFull'
}

/** Whether the device has no space for an outbox entry. Its form then still has the content. */
export const isDeviceFull = (error: unknown): boolean => error instanceof DeviceFull
