import { distanceText } from '../../lib/text/distance-text.ts'
import { useDevicePosition } from './device-position.ts'
import { isExact, metresTo } from './distance.ts'

/** The distance from this device to a place. Renders nothing while the device's position is unknown. */
export function DistanceTo({ to }: { to: { latitude: number; longitude: number } }) {
  const { record } = useDevicePosition()
  return isExact(record) ? <b>{distanceText(metresTo(record, to))}</b> : null
}
