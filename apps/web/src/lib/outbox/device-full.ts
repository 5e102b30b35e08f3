/** Thrown if the device is out of space or doesn't store data (a private window). */
export class DeviceFull extends Error {
  override name = 'DeviceFull'
}

/** Whether the device had no space for an outbox entry. The content is still in the form. */
export function isDeviceFull(error: unknown): boolean {
  return error instanceof DeviceFull
}
