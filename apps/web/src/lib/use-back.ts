import { useRouter } from '@tanstack/react-router'
import { go } from './navigation.ts'

/** Returns a function that goes back within the app, or to `otherwise` if the person came from another site. */
export function useBack(otherwise: string): () => void {
  const { history } = useRouter()
  return () => (history.canGoBack() ? history.back() : go(otherwise))
}
