// The definitions of JavaScript and TypeScript files as the TypeScript compiler's parser sees them.
//
//   node typescript_definitions.mjs TYPESCRIPT < PATHS
//
// TYPESCRIPT is the compiler's file lib/typescript.js; one path a line. Prints one JSON array for
// each: [path, name, kind, line]. A function that is a property of an object is given as a function
// and as a method, since both can be said of it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { default: ts } = await import(pathToFileURL(process.argv[2]));

const isFunction = (node) =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** The value without what changes nothing at run time: parentheses, `as T`, `satisfies T`. */
function bare(node) {
  let inner = node;
  while (
    inner &&
    (ts.isParenthesizedExpression(inner) || ts.isAsExpression(inner) || ts.isSatisfiesExpression(inner))
  ) {
    inner = inner.expression;
  }
  return inner;
}

/** The kinds of the value that a name is bound to. */
function valueKinds(value, kinds) {
  const inner = bare(value);
  if (isFunction(inner)) return kinds;
  return inner && ts.isClassExpression(inner) ? ["class"] : [];
}

/** The name node and the kinds of a definition; nothing for every other node. */
function definition(node) {
  if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node)) {
    return [node.name, ["class"]];
  }
  if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node)) {
    return [node.name, ["function"]];
  }
  if (ts.isConstructorDeclaration(node)) {
    return [node.getChildren().find((child) => child.kind === ts.SyntaxKind.ConstructorKeyword), ["method"]];
  }
  if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node) || ts.isAccessor(node)) {
    const inObject = ts.isObjectLiteralExpression(node.parent);
    return [node.name, inObject ? ["function", "method"] : ["method"]];
  }
  if (ts.isVariableDeclaration(node)) return [node.name, valueKinds(node.initializer, ["function"])];
  if (ts.isPropertyDeclaration(node)) return [node.name, valueKinds(node.initializer, ["method"])];
  if (ts.isPropertyAssignment(node)) {
    return [node.name, valueKinds(node.initializer, ["function", "method"])];
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const target = node.left;
    const name = ts.isPropertyAccessExpression(target) ? target.name : target;
    return [name, valueKinds(node.right, ["function", "method"])];
  }
  return [undefined, []];
}

function* definitions(file) {
  const stack = [file];
  while (stack.length > 0) {
    const node = stack.pop();
    const [name, kinds] = definition(node);
    if (name !== undefined) {
      const line = file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1;
      for (const kind of kinds) yield [name.getText(file).replace(/^["']|["']$/g, ""), kind, line];
    }
    ts.forEachChild(node, (child) => void stack.push(child));
  }
}

for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const text = readFileSync(path, "utf8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  for (const entry of definitions(file)) console.log(JSON.stringify([path, ...entry]));
}
