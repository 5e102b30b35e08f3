import { useRouter } from '@tanstack/react-router'
import { go } from '../lib/navigation.ts'

/** Leads to where the person came from within the product, else to a path. */
export function useBack(otherwise: string): () => void {
  const { history } = useRouter()
  return () => (history.canGoBack() ? history.back() : go(otherwise))
}
