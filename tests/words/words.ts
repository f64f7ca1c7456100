/** A word that this code no longer uses, and the one that it uses instead. `docs/glossary.md` says what the right words mean. */
export type Replaced = { word: RegExp; use: string };

/** Names of variables, functions, types and properties, whole. */
export const names: readonly Replaced[] = [
  { word: /^(house|houses|place)$/i, use: "runtime, singleton, or the thing itself" },
  { word: /^(front|frontDoor|door|doors|room|nextDoor)$/i, use: "server, or the thing itself" },
  { word: /^pokes?([A-Z]|$)|Pokes?([A-Z]|$)/, use: "notification, change" },
  { word: /^(told|tell|tells|telling|tellChange|tellChanges|lookAgain|isTold|untilTold)$/, use: "notify, notified" },
  { word: /^(grouped|grouping|apart|eventsPerGroup)$/i, use: "batch, batched, individually" },
  { word: /^(settle|settleOne)$/, use: "withRetry" },
  { word: /^(alone|inTurn|linkingPatience)$/, use: "withAdvisoryLock, withStartupLock, enqueue" },
  { word: /patien(ce|t)/i, use: "timeout" },
  { word: /^outage$/, use: "circuitBreaker, outageLog" },
  { word: /steadily/i, use: "throttle" },
  { word: /^(most|least|longest|deepest)([A-Z].*)?$/, use: "max…, min…" },
  { word: /^(oldStatement|forgetLater)$/, use: "expiredStatement, retention" },
  { word: /^(kept|keeper|keep|isKept|keptOf)$/, use: "storage, stored, retention" },
  { word: /^(sentence|sentenceOf|sentences|inWords|\w+InWords)$/, use: "errorMessage, describe…" },
  { word: /^flaw|Flaw|^fieldOf$/, use: "problem, issueMessage, issuePath" },
  { word: /^(asks|wants|needs)([A-Z].*)?$/, use: "required…, accepts…" },
  { word: /^(mayPress|offer|offered|cool|cooling|coolingOf)$/, use: "authorizePress, availableButtons, cooldown" },
  { word: /^(conclude|keepLate)$/, use: "completeCall, recordLateReply" },
  { word: /^(meet|carry|relink)$/, use: "findOrCreatePerson, ingestMessage, relinkChats" },
  { word: /^(who|whoOf|whom|whomOf|whereabouts)$/i, use: "displayName, person, caller" },
  { word: /^(isNews|newestSeq)$/, use: "hasUnread, lastSeq" },
  { word: /^(reach|overRest|overSocket)$/, use: "connectRedis, upstashTransport, ioredisTransport" },
  { word: /^(limited|limitedByNetwork|allowance)$/i, use: "enforceRateLimit, RateLimitState" },
  { word: /^(answered|answering|refuse)$/i, use: "afterResponse, handle, errorResponse" },
  { word: /^incoming$/i, use: "request, ApiRequest" },
  { word: /^(enter|leave)$/, use: "authenticate, signIn, signOut, acquire, release" },
  { word: /^(un|re)?seal(s|ed|edAtOnce|ing)?$|^UnsealError$/i, use: "encrypt, decrypt" },
  { word: /scrub/i, use: "redact" },
  { word: /openness/i, use: "problemState" },
  { word: /troubled/i, use: "hasOpenProblem" },
  { word: /^(keepApart|noticed|ofAWorkspace)$/, use: "recordPhoneConflict, detectDistribution, workspaceLocks" },
  { word: /^(heed|heedOthers|stopHeeding)$/, use: "listenFor…" },
  { word: /^(use)?still$/i, use: "frozenOrder" },
];

/** Words and phrases in comments, titles of tests and documents. */
export const phrases: readonly Replaced[] = [
  { word: /\b(house|houses|front door|back door|next door)\b/i, use: "the thing's name" },
  { word: /\bpok(e|es|ed|ing)\b/i, use: "change notification, notify" },
  { word: /\btold\b/i, use: "notified, or who says what" },
  { word: /\blook(s|ed|ing)? again\b/i, use: "refetch" },
  { word: /\bsteadily\b/i, use: "throttled" },
  { word: /\b(im)?patien(ce|t|tly)\b/i, use: "timeout" },
  { word: /\b(un|re)?seal(s|ed|ing)?\b/i, use: "encrypt, decrypt" },
  { word: /\bscrub(s|bed|bing)?\b/i, use: "redact" },
  { word: /\bwhereabouts\b/i, use: "where it lies" },
  { word: /\bflaws?\b/i, use: "problem" },
];
