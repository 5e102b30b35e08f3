export { LocationPicker, type Point } from './location-picker.tsx'
export { MiniMap } from './mini-map.tsx'
export { SpotsScreen } from './spots-screen.tsx'
