/** Workers in pages whose CSP requires Trusted Types, by a policy called `wazaba`, which the CSP may forbid. */

/** What TypeScript's library for pages lacks. */
interface Policy {
  createScriptURL(address: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

const POLICY = "wazaba";

/** Null until a page has refused a plain address. */
let policy: Policy | null = null;

/**
 * Starts a worker.
 *
 * @param type a frame with the attribute `sandbox` may start only classic ones
 * @param open starts it by its plain address, which is tried first. @default `new Worker`
 * @throws {Error} with the reason if the page forbids it
 */
export function startWorker(
  address: string,
  type: WorkerType = "module",
  open = () => new Worker(address, { type }),
): Worker {
  if (policy === null) {
    try {
      return open();
    } catch (error) {
      const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
      // Whatever else a page forbids is a DOMException.
      if (trustedTypes === undefined || !(error instanceof TypeError)) throw error;
      policy = createPolicy(trustedTypes);
    }
  }
  return new Worker(policy.createScriptURL(address), { type });
}

function createPolicy(trustedTypes: TrustedTypes): Policy {
  try {
    return trustedTypes.createPolicy(POLICY, { createScriptURL: (address) => address });
  } catch {
    throw new Error(`the page requires Trusted Types, and its CSP does not allow the policy ${POLICY} (trusted-types)`);
  }
}
