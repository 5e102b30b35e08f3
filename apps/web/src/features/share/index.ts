export { ShareForm } from './share-form.tsx'
