// The screen of all spots has a door of its own, `spots-screen.tsx`: who wants a small map need not load it.
export { LocationPicker, type Point } from './location-picker.tsx'
export { MiniMap } from './mini-map.tsx'
