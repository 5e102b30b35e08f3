import { useRouter } from '@tanstack/react-router'
import { go } from './navigation.ts'

/** Goes back within the product, or to a path when the person came from outside. */
export function useBack(otherwise: string): () => void {
  const { history } = useRouter()
  return () => (history.canGoBack() ? history.back() : go(otherwise))
}
