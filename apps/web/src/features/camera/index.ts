export { CameraButton, CameraTile } from './camera-button.tsx'
