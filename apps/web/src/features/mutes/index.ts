export { useMute } from './use-mute.ts'
