/** Names of typed values in Firestore and DynamoDB, which are an object's only key: `{ "doubleValue": 41.38 }`. */
const ONLY_KEY = /^(?:string|double|integer|geoPoint)Value$|^[SN]$/

/**
 * Returns the value in an object that consists of a value and its type, as services write them: `{ "type": "literal",
 * "value": "Bowl" }` (Wikidata), `{ "type": "number", "number": 41.38 }` (Notion). Returns other objects unchanged.
 */
export function unwrapTyped(object: Record<string, unknown>): unknown {
  const { type, value } = object
  if (typeof type === 'string') {
    if (typeof value === 'string' && /^(?:uri|literal|typed-literal|bnode)$/.test(type)) return value
    return type !== 'type' && Object.hasOwn(object, type) ? object[type] : object
  }
  const [key = '', ...others] = Object.keys(object)
  return others.length === 0 && ONLY_KEY.test(key) ? object[key] : object
}
