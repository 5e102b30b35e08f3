import { useRouter } from '@tanstack/react-router'
import { go } from './navigation.ts'

/** Goes back within the app, or to a path if the person came from another site. */
export function useBack(otherwise: string): () => void {
  const { history } = useRouter()
  return () => (history.canGoBack() ? history.back() : go(otherwise))
}
