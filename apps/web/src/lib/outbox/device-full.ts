/** There was no room on this device, or it stores nothing at all (a private window). */
export class DeviceFull extends Error {
  override name = 'DeviceFull'
}

/** Whether an error says that the device has no room for what is to wait; its form still has it then. */
export const isDeviceFull = (error: unknown): boolean => error instanceof DeviceFull
