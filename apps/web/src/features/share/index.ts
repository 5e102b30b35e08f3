export { ShareSpotScreen } from './share-spot-screen.tsx'
export { SharedSpotHost } from './shared-spot-host.tsx'
export { spotKinds } from './outbox-kinds.ts'
