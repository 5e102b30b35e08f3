export { ShareForm } from './share-form.tsx'
export { waitingSpots } from './waiting-spots.ts'
