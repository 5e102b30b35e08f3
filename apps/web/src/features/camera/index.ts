export { CameraTile } from './camera-tile.tsx'
