;; Writes the nodes of a tree down in one call, in the memory of tree-sitter's runtime. Asking a cursor for them from
;; JavaScript takes twice as long: each question hands the cursor over, four words there and four back.
;;
;; Nothing below a node is written that ends before a part of the text, or begins behind it.
;;
;; Nodes stand in preorder, 16 bytes each:
;;    0  the type, and in the upper half the field under which the parent holds it
;;    4  where it starts, and 8 where it ends, in UTF-16 units
;;   12  the address behind the last node below it

(module
  (import "env" "memory" (memory 0))
  ;; The runtime's own functions. They take the node or the cursor that the last of them left in its transfer buffer.
  (import "runtime" "malloc" (func $malloc (param i32) (result i32)))
  (import "runtime" "ts_tree_root_node_wasm" (func $to_root (param i32)))
  (import "runtime" "ts_node_descendant_count_wasm" (func $count (param i32) (result i32)))
  (import "runtime" "ts_tree_cursor_new_wasm" (func $new_cursor (param i32)))
  (import "runtime" "ts_tree_cursor_delete_wasm" (func $delete_cursor (param i32)))
  (import "runtime" "ts_tree_cursor_goto_first_child_wasm" (func $to_first_child (param i32) (result i32)))
  (import "runtime" "ts_tree_cursor_goto_next_sibling_wasm" (func $to_next_sibling (param i32) (result i32)))
  (import "runtime" "ts_tree_cursor_goto_parent_wasm" (func $to_parent (param i32) (result i32)))
  (import "runtime" "ts_tree_cursor_current_node_type_id_wasm" (func $type (param i32) (result i32)))
  (import "runtime" "ts_tree_cursor_current_field_id_wasm" (func $field (param i32) (result i32)))
  (import "runtime" "ts_tree_cursor_start_index_wasm" (func $start (param i32) (result i32)))
  (import "runtime" "ts_tree_cursor_end_index_wasm" (func $end (param i32) (result i32)))

  ;; The address of the root's node, whose owner frees it; 0 where there is no memory.
  (func (export "walk") (param $tree i32) (param $from i32) (param $to i32) (result i32)
    (local $first i32)
    (local $size i32)
    ;; Where the next node is written, the last one that was, and the one that children are being written for.
    (local $next i32)
    (local $node i32)
    (local $open i32)
    (call $to_root (local.get $tree))
    (local.set $size (i32.shl (call $count (local.get $tree)) (i32.const 4)))
    (local.set $first (call $malloc (local.get $size)))
    (if (i32.eqz (local.get $first)) (then (return (i32.const 0))))
    (local.set $next (local.get $first))
    (call $to_root (local.get $tree))
    (call $new_cursor (local.get $tree))
    (loop $down
      (local.set $node (local.get $next))
      ;; Never beyond what was asked for, whatever the runtime counts.
      (if (i32.ge_u (i32.sub (local.get $node) (local.get $first)) (local.get $size)) (then unreachable))
      (local.set $next (i32.add (local.get $node) (i32.const 16)))
      (i32.store (local.get $node)
        (i32.or
          (call $type (local.get $tree))
          (i32.shl (call $field (local.get $tree)) (i32.const 16))))
      (i32.store offset=4 (local.get $node) (call $start (local.get $tree)))
      (i32.store offset=8 (local.get $node) (call $end (local.get $tree)))
      (if
        (if (result i32)
          (i32.and
            (i32.le_s (local.get $from) (i32.load offset=8 (local.get $node)))
            (i32.le_s (i32.load offset=4 (local.get $node)) (local.get $to)))
          (then (call $to_first_child (local.get $tree)))
          (else (i32.const 0)))
        (then
          ;; Until its end is known, a node tells which one to go back to: there is no stack that could overflow.
          (i32.store offset=12 (local.get $node) (local.get $open))
          (local.set $open (local.get $node))
          (br $down)))
      (loop $up
        (i32.store offset=12 (local.get $node) (local.get $next))
        (if (local.get $open)
          (then
            (br_if $down (call $to_next_sibling (local.get $tree)))
            (drop (call $to_parent (local.get $tree)))
            (local.set $node (local.get $open))
            (local.set $open (i32.load offset=12 (local.get $node)))
            (br $up)))))
    (call $delete_cursor (local.get $tree))
    (local.get $first)))
