/** Returns this device's time zone, for spots stored without one. People who report offline are usually at the spot. */
export const getDeviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
