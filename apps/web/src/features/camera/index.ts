export { CameraButton, CameraTile } from './camera-tile.tsx'
