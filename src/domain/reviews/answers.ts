/** Answers of 1 to 5 (spec section 3, "order rating"). `goods`: delicious, of other suppliers satisfied with the quality. Of a fetched order nothing is asked about the way. */
export interface ReviewAnswers {
  collected: number
  goods: number
  accuracy: number
  again: number
  deliveryTime?: number
  courier?: number
}
