// The screen of all spots and the card beside the feed have doors of their own, `spots-screen.tsx` and `spots-card.tsx`:
// who wants a small map need not load them.
export { LocationPicker, type Point } from './location-picker.tsx'
export { MiniMap } from './mini-map.tsx'
