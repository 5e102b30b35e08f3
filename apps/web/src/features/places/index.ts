export { type HomeTown, readHomeTown, storeHomeTown } from './home-town.ts'
export { timeZone } from './location-by-ip.ts'
export { isExact, metresTo } from './distance.ts'
export { LazyDirection, LazyDistance, loadDirection } from './lazy-direction.tsx'
export { LocateButton } from './locate-button.tsx'
export {
  follow,
  type DevicePosition,
  devicePosition,
  locate,
  locateIfPermitted,
  setByHand,
  stopFollowing,
  useDevicePosition,
} from './device-position.ts'
export { isPermitted, positionIfPermitted, positionNow } from './position-now.ts'
export { isRefused, type LocationRecord } from './stored-location.ts'
export { useLocated } from './use-located.ts'
