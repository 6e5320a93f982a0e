// Draws the list.
(function () {
  var items = document.querySelectorAll("li"), all = "<ul>";
  for (var i = 0; i < items.length; i++) all += "<li>" + items[i].title + "</li>";
  document.body.innerHTML = all + "</ul>";
})();
