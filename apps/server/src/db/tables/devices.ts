import type { TimeNow, TimeOrNull } from '../columns.ts'

/** A browser or program that has signed in before. */
type UsedDevices = {
  id: string
  user_id: string
  device: string
  last_used_at: TimeNow
  ended_at: TimeOrNull
  created_at: TimeNow
}

/** The device tables and their columns. */
export type DevicesTables = {
  used_devices: UsedDevices
}
