export { SharePanel } from './share-form.tsx'
